// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {EngineERC721, HookedERC20, HostileERC721, HostilePayee, Mood} from "../../base/Hostile.sol";
import {IExchangeBySig} from "../../base/IExchangeForms.sol";
import {PlainERC721, RoyaltyERC721} from "../../base/PlainTokens.sol";
import {FeeListERC721} from "../../base/Tokens.sol";

contract ExchangeHostileTest is ExchangeBase {
    function hostileRoyal() private returns (HostilePayee payee, Order memory order) {
        payee = new HostilePayee();
        RoyaltyERC721 token = new RoyaltyERC721(address(payee), 500);
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        order = aSale(address(token));
    }

    /// A creator who refuses, burns gas or returns a bomb is credited and stops nothing.
    function test_WhenTheCreatorIsHostile() public {
        Mood[3] memory moods = [Mood.Refuse, Mood.Burn, Mood.Bomb];
        for (uint256 i; i < moods.length; ++i) {
            (HostilePayee payee, Order memory order) = hostileRoyal();
            order.key.salt = saltOf(100 + i);
            payee.set(moods[i]);
            uint256 before = alice.balance;
            buy(order, 1);
            vm.assertEq(exchange.claimable(address(payee)), 0.05 ether, "credited");
            vm.assertEq(alice.balance - before, 0.925 ether, "seller");
            assertOver(order, 0.05 ether * (i + 1));
        }
        vm.assertEq(exchange.totalClaimable(), 0.15 ether, "all credits");
    }

    function test_WhenTheCreatorReenters() public {
        (HostilePayee payee, Order memory order) = hostileRoyal();
        payee.reenter(exchange, abi.encodeCall(IPayouts.withdraw, ()));
        buy(order, 1);
        vm.assertTrue(!payee.entered(), "the guard held");
        vm.assertGe(payee.balanceSeen(), payee.claimableSeen(), "covered inside the hook");
        assertOver(order, 0.05 ether);
    }

    function test_WhenTheReceiverReenters() public {
        HostilePayee receiver = new HostilePayee();
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        receiver.reenter(exchange, abi.encodeCall(IExchangeBySig.exchange, (order, sig, FEE, none(), 1, address(0))));
        vm.prank(bob);
        exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, address(receiver));
        vm.assertTrue(!receiver.entered(), "filled once");
        vm.assertEq(nft.ownerOf(1), address(receiver), "item");
    }

    /// [SOL-09] [SOL-35]
    function test_RevertWhen_TheReceiverRefusesItems() public {
        HostilePayee receiver = new HostilePayee();
        receiver.refuseItems();
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", receiver));
        vm.prank(bob);
        exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, address(receiver));
    }

    /// However a collection answers, the seller loses at most the cap and the sale goes on.
    function test_WhenRoyaltyAnswersAreHostile() public {
        for (uint256 mood; mood <= uint256(Mood.Huge); ++mood) {
            HostileERC721 token = new HostileERC721(Mood(mood), carol);
            token.give(alice, 1);
            vm.prank(alice);
            token.setApprovalForAll(address(proxy), true);
            Order memory order = aSale(address(token));
            order.key.salt = saltOf(200 + mood);
            uint256 before = alice.balance;
            buy(order, 1);
            vm.assertGe(alice.balance - before, 0.875 ether, "seller");
            vm.assertEq(token.ownerOf(1), bob, "item");
        }
        vm.assertEq(address(exchange).balance, 0.05 ether * (uint256(Mood.Huge) + 1), "fees only");
    }

    /// A taker can't starve a payee of gas to keep it from its coin.
    function testFuzz_WhenGasIsScarce(uint256 gas_) public {
        (HostilePayee payee, Order memory order) = hostileRoyal();
        Sig memory sig = makerSig(ALICE_KEY, order);
        gas_ = bound(gas_, 50_000, 600_000);
        vm.prank(bob);
        try exchange.exchange{value: 1.025 ether, gas: gas_}(order, sig, FEE, none(), 1, address(0)) {
            vm.assertEq(address(payee).balance, 0.05 ether, "paid in full");
        } catch {
            vm.assertTrue(!exchange.isSpent(alice, order.key.salt), "or nothing happened");
        }
    }

    function test_RevertWhen_GasIsTooLowForAPayee() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        (bool ok, bytes memory why) = address(exchange).call{value: 1.025 ether, gas: 150_000}(
            abi.encodeCall(IExchangeBySig.exchange, (order, sig, FEE, none(), 1, address(0)))
        );
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(why)), bytes32(IPayouts.PayoutGasTooLow.selector), "reason");
    }

    /// A maker with code of its own (EIP-7702) that refuses its coin is credited like any payee.
    function test_WhenTheMakerIsHostile() public {
        Mood[3] memory moods = [Mood.Refuse, Mood.Burn, Mood.Bomb];
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.etch(alice, address(new HostilePayee()).code);
        for (uint256 i; i < moods.length; ++i) {
            nft.give(alice, 10 + i);
            order.key.salt = saltOf(100 + i);
            order.key.sellAsset.tokenId = 10 + i;
            sig = makerSig(ALICE_KEY, order);
            HostilePayee(payable(alice)).set(moods[i]);
            vm.prank(bob);
            exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, address(0));
            vm.assertEq(exchange.claimable(alice), 0.975 ether * (i + 1), "credited");
            vm.assertEq(nft.ownerOf(10 + i), bob, "item");
        }
        vm.assertEq(address(exchange).balance, exchange.totalClaimable() + 0.15 ether, "covered");
    }

    /// Whatever moves or pays is shut from inside a pay token, too.
    function test_WhenThePayTokenReenters() public {
        HookedERC20 token = new HookedERC20();
        token.give(bob, 10 ether);
        vm.prank(bob);
        token.approve(address(proxy), type(uint256).max);
        Order memory order = aSale(address(royal));
        order.key.buyAsset.token = address(token);
        order.key.buyAsset.assetType = 1;
        buy(aSale(), 1);
        order.key.salt = saltOf(300);
        token.reenter(address(exchange), abi.encodeCall(IPayouts.withdraw, ()));
        buy(order, 1);
        vm.assertEq(token.tries(), 3, "fee, royalty, seller");
        vm.assertTrue(!token.entered(), "the guard held");
        assertOver(order, 0.05 ether);
    }

    /// The one who accepts a bid gains by an unpaid royalty, but no amount of gas leaves it out: read directly, from a
    /// list, or by a collection that answers "none" when its own helper runs dry.
    function testFuzz_WhenAnAccepterStarvesTheRoyalty(uint256 gas_, uint256 kind) public {
        FeeListERC721 list = new FeeListERC721();
        list.add(carol, 500);
        address token = [address(royal), address(list), address(new EngineERC721(carol))][kind % 3];
        if (kind % 3 != 0) {
            PlainERC721(token).give(alice, 1);
            vm.prank(alice);
            PlainERC721(token).setApprovalForAll(address(proxy), true);
        }
        Order memory order = aBid(token);
        Sig memory sig = makerSig(BOB_KEY, order);
        gas_ = bound(gas_, 50_000, 600_000);
        vm.prank(alice);
        try exchange.exchange{gas: gas_}(order, sig, FEE, none(), PRICE, address(0)) {
            vm.assertEq(pay.balanceOf(carol), 0.05 ether, "paid in full");
        } catch {
            vm.assertTrue(!exchange.isSpent(bob, order.key.salt), "or nothing happened");
        }
    }
}
