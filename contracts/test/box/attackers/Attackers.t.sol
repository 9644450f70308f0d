// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {BoxBase, IBalance} from "../../base/BoxBase.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {OldERC20} from "../../base/Tokens.sol";
import {BurningReceiver, CheatingOpener} from "./Openers.sol";

contract BoxAttackersTest is BoxBase {
    bytes4 private constant OPEN = bytes4(keccak256("open(bytes32,uint256)"));

    function openBy(HostilePayee buyer, bytes32 id, uint256 boxes) private {
        buyer.act{value: boxes * DUE}(address(box), abi.encodeWithSelector(OPEN, id, boxes));
    }

    function editions() private view returns (BoxOrder memory order) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(multi), 7, 2);
        order = single(coin(), kinds);
        (order.assetAmounts[0], order.buying) = (10, 10 * PRICE);
    }

    /// It would take only editions: what it does not take waits, and the draw stands.
    function test_WhenTheOpenerRevertsOnABadDraw() public {
        bytes32 id = registered(aBox(coin()));
        CheatingOpener cheat = new CheatingOpener();
        vm.deal(address(cheat), 100 ether);
        cheat.open{value: 5 * DUE}(box, id, 5);
        mine(2);
        reveal(id, 0);
        uint256 had = multi.balanceOf(address(cheat), 7);
        uint256 waits = box.kept(id, address(cheat), 1) + box.kept(id, address(cheat), 2);
        vm.assertEq(had + waits, 10, "all drawn");
        vm.assertGe(waits, 4, "the bad ones, too");
        vm.assertEq(IBalance(address(prizes)).balanceOf(address(cheat)), 0, "as it wished");
        vm.assertEq(sum(box.leftOf(id)), 10, "none goes back");
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingPending.selector, id));
        reveal(id, 0);
    }

    /// Even a reveal of its own ends as any other.
    function test_WhenTheOpenerRevealsItself() public {
        bytes32 id = registered(aBox(coin()));
        CheatingOpener cheat = new CheatingOpener();
        vm.deal(address(cheat), 100 ether);
        cheat.open{value: DUE}(box, id, 1);
        mine(2);
        vm.prank(address(cheat));
        reveal(id, 0);
        vm.assertEq(sum(box.leftOf(id)), 18, "drawn");
    }

    function test_WhenTheWinnerRefuses() public {
        bytes32 id = registered(editions());
        HostilePayee winner = new HostilePayee();
        winner.refuseItems();
        openBy(winner, id, 3);
        mine(2);
        reveal(id, 0);
        vm.assertEq(box.kept(id, address(winner), 0), 3, "wait");
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutCallerNotAccount.selector, eve, address(winner)));
        vm.prank(eve);
        box.collect(id, 0, 3, address(winner), eve);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxDeliveryRefused.selector, address(winner), 0));
        box.collect(id, 0, 1, address(winner), address(winner));
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingKept.selector, address(winner), 0, 3));
        box.collect(id, 0, 4, address(winner), address(winner));
        winner.act(address(box), abi.encodeCall(box.collect, (id, 0, 2, address(winner), carol)));
        vm.assertEq(multi.balanceOf(carol, 7), 2, "elsewhere");
        vm.assertEq(box.kept(id, address(winner), 0), 1, "one more");
        vm.assertEq(multi.balanceOf(address(box), 7), 8, "with those not drawn");
    }

    function test_WhenMintedPrizesWait() public {
        bytes32 id = registered(aBox(coin()));
        HostilePayee winner = new HostilePayee();
        winner.refuseItems();
        openBy(winner, id, 10);
        mine(2);
        reveal(id, 0);
        vm.assertEq(prizes.minted(1), 0, "not yet");
        winner.act(address(box), abi.encodeCall(box.collect, (id, 1, 9, address(winner), carol)));
        vm.assertEq(IBalance(address(prizes)).balanceOf(carol), 9, "minted then");
    }

    function test_WhenTheOwnerMovesThePrizes() public {
        bytes32 id = registered(editions());
        vm.startPrank(alice);
        multi.safeTransferFrom(alice, carol, 7, 990, "");
        multi.setApprovalForAll(address(proxy), false);
        vm.expectRevert(abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", alice, box));
        multi.safeTransferFrom(address(box), alice, 7, 1, "");
        vm.stopPrank();
        drawn(bob, id, 10);
        vm.assertEq(multi.balanceOf(bob, 7), 10, "all there");
    }

    /// Withholding always costs the bond; what the owner would have earned stays with the buyer.
    function test_WhenTheOwnerWithholds() public {
        bytes32 id = registered(aBox(coin()));
        uint256 had = alice.balance;
        for (uint256 i; i < 3; ++i) {
            openAs(bob, id, 2);
            mine(2);
            vm.warp(vm.getBlockTimestamp() + 30 minutes);
            box.refund(id);
            vm.prank(alice);
            box.commit(id, anchor(), CHAIN);
        }
        vm.assertEq(bob.balance, 1006 ether, "bond of six boxes");
        vm.prank(alice);
        box.withdrawBond(id, 4 ether);
        vm.assertEq(alice.balance, had + 4 ether, "what is left of it");
    }

    function test_WhenTheReceiverCallsBack() public {
        bytes32 id = registered(aBox(coin()));
        bytes[7] memory calls = [
            abi.encodeCall(box.reveal, (id, preimage(1))),
            abi.encodeCall(box.refund, (id)),
            abi.encodeCall(box.collect, (id, 0, 1, address(this), address(this))),
            abi.encodeWithSelector(OPEN, id, 1),
            abi.encodeCall(box.withdrawBond, (id, 1)),
            abi.encodeCall(box.withdraw, ()),
            abi.encodeCall(box.claimTokens, (address(pay), address(this), address(this)))
        ];
        for (uint256 i; i < 7; ++i) {
            HostilePayee winner = new HostilePayee();
            winner.reenter(IExchange(address(box)), calls[i]);
            openBy(winner, id, 1);
            mine(2);
            reveal(id, i);
            vm.assertTrue(!winner.entered(), "shut");
            vm.assertEq(prizesOf(address(winner)), 2, "delivered");
        }
    }

    function test_WhenTheOwnerCallsBackOrRefuses() public {
        HostilePayee owner = new HostilePayee();
        multi.give(alice, 7, 10);
        vm.prank(alice);
        multi.safeTransferFrom(alice, address(owner), 7, 10, "");
        owner.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        BoxOrder memory order = editions();
        order.key.owner = address(owner);
        owner.act(address(box), abi.encodeCall(box.register, (order, anchor(), CHAIN, PRICE)));
        bytes32 id = box.hashBox(order);
        bonded(id, 10 ether);
        owner.reenter(IExchange(address(box)), abi.encodeCall(box.withdrawBond, (id, 9 ether)));
        drawn(bob, id, 1);
        vm.assertTrue(!owner.entered(), "shut");
        vm.assertEq(address(owner).balance, 0.975 ether, "paid");
        owner.reenter(IExchange(address(0)), "");
        for (uint256 mood = 1; mood <= 3; ++mood) {
            owner.set(Mood(mood));
            drawn(bob, id, 1);
            vm.assertEq(box.claimable(address(owner)), mood * 0.975 ether, "credited");
        }
        vm.assertEq(multi.balanceOf(bob, 7), 4, "drawn");
        vm.assertGe(address(box).balance, box.totalClaimable() + 10 ether, "covered");
    }

    /// Owner, buyer and beneficiary blocked by the token: what is theirs waits.
    function test_WhenTheTokenBlocks() public {
        OldERC20 old = new OldERC20();
        old.give(alice, 100 ether);
        old.give(bob, 100 ether);
        vm.prank(alice);
        old.approve(address(proxy), 100 ether);
        vm.prank(bob);
        old.approve(address(proxy), 100 ether);
        BoxOrder memory order = aBox(token());
        order.key.buyAsset.token = address(old);
        bytes32 id = registered(order);
        openAs(bob, id, 1);
        old.setBlocked(alice);
        old.setBlocked(bob);
        old.setBlocked(treasury);
        mine(2);
        reveal(id, 0);
        vm.assertEq(box.claimableTokens(address(old), alice), 0.975 ether, "owner's");
        vm.assertEq(box.claimableTokens(address(old), treasury), 0.05 ether, "fees");
        openAs(bob, id, 1);
        vm.warp(vm.getBlockTimestamp() + 30 minutes);
        box.refund(id);
        vm.assertEq(box.claimableTokens(address(old), bob), DUE + PRICE, "buyer's");
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutCallerNotAccount.selector, eve, bob));
        vm.prank(eve);
        box.claimTokens(address(old), bob, eve);
        vm.prank(bob);
        box.claimTokens(address(old), bob, carol);
        vm.assertEq(old.balanceOf(carol), DUE + PRICE, "where he says");
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutNothingDue.selector, bob));
        vm.prank(bob);
        box.claimTokens(address(old), bob, carol);
    }

    /// Tickets that their buyer does not take back wait for him.
    function test_WhenTheBuyerRefusesHisTickets() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        bytes32 id = registered(order);
        HostilePayee buyer = new HostilePayee();
        vm.prank(bob);
        multi.safeTransferFrom(bob, address(buyer), 9, 3, "");
        buyer.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        buyer.act(address(box), abi.encodeWithSelector(OPEN, id, 1));
        buyer.refuseItems();
        buyer.set(Mood.Refuse);
        vm.warp(START + 30 minutes);
        box.refund(id);
        vm.assertEq(box.kept(id, address(buyer), 255), 3, "tickets wait");
        vm.assertEq(box.claimable(address(buyer)), PRICE, "bond, too");
        buyer.act(address(box), abi.encodeCall(box.collect, (id, 255, 3, address(buyer), carol)));
        vm.assertEq(multi.balanceOf(carol, 9), 3, "elsewhere");
    }

    /// A hundred kinds to an account that burns all it gets, at 16,777,216 gas.
    function test_WhenAHundredDeliveriesBurnTheirGas() public {
        Asset[] memory kinds = new Asset[](100);
        for (uint256 i; i < 100; ++i) {
            kinds[i] = Asset(address(multi), 1000 + i, 2);
            multi.give(alice, 1000 + i, 1);
        }
        bytes32 id = registered(single(coin(), kinds));
        bonded(id, 90 ether);
        BurningReceiver burner = new BurningReceiver();
        vm.deal(address(burner), 200 ether);
        burner.open{value: 100 * DUE}(box, id, 100);
        mine(2);
        uint256 before = gasleft();
        box.reveal{gas: 16_700_000}(id, preimage(0));
        vm.assertLe(before - gasleft(), 16_700_000, "fits");
        for (uint256 i; i < 100; ++i) {
            vm.assertEq(box.kept(id, address(burner), i), 1, "waits");
        }
    }

    /// Whatever gas the sender gives: all is delivered, or nothing has happened.
    function testFuzz_WhenTheSenderGivesTooLittleGas(uint256 gasLimit) public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 2);
        mine(2);
        try box.reveal{gas: bound(gasLimit, 50_000, 1_500_000)}(id, preimage(0)) {
            vm.assertEq(prizesOf(bob), 4, "all");
        } catch {
            vm.assertEq(prizesOf(bob), 0, "none");
            vm.assertEq(sum(box.leftOf(id)), 20, "untouched");
            reveal(id, 0);
        }
    }

    /// The same chain for another series is another draw, and its pre-images count in their own order only.
    function test_WhenAPreimageIsOfAnother() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        order.key.salt = 2;
        bytes32 other = registered(order);
        openAs(bob, id, 1);
        openAs(eve, other, 1);
        openAs(eve, other, 1);
        mine(2);
        reveal(other, 0);
        bytes32 second = preimage(1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, second));
        box.reveal(id, second);
        bytes32 shown = anchor();
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, shown));
        box.reveal(other, shown);
    }

    function test_WhenItemsComeUnasked() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", box));
        vm.prank(alice);
        nft.safeTransferFrom(alice, address(box), 1);
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", box));
        vm.prank(alice);
        multi.safeTransferFrom(alice, address(box), 7, 1, "");
    }

    function sum(uint256[] memory list) private pure returns (uint256 total) {
        for (uint256 i; i < list.length; ++i) {
            total += list[i];
        }
    }
}
