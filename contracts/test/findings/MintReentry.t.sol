// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchangeForms} from "../../src/exchange/IExchangeForms.sol";
import {Fill, Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../src/fees/IPayouts.sol";
import {HostilePayee, Mood} from "../base/Hostile.sol";
import {HostileMint} from "../base/HostileMint.sol";
import {IAcceptBySig, IExchangeByBytes, IExchangeBySig, IExchangeWithVoucher} from "../base/IExchangeForms.sol";
import {VoucherBase} from "../base/VoucherBase.sol";

/// @notice The collection of a voucher fill runs while the buyer's coin lies in the exchange.
contract MintReentryTest is VoucherBase {
    HostileMint private hostile;
    HostilePayee private victim;

    function setUp() public override {
        super.setUp();
        hostile = new HostileMint(exchange);
        vm.deal(address(hostile), 100 ether);
        pay.give(address(exchange), 5);
        credit();
    }

    /// @dev 4.875 coins wait for a seller that refused them.
    function credit() private {
        victim = new HostilePayee();
        victim.set(Mood.Refuse);
        nft.give(address(victim), 77);
        victim.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        Order memory order = aSale();
        (order.key.owner, order.key.sellAsset.tokenId, order.buying) = (address(victim), 77, 5 ether);
        victim.act(address(exchange), abi.encodeCall(IExchangeForms.register, (order)));
        vm.prank(bob);
        exchange.exchange{value: due(5 ether, FEE)}(order, none(), FEE, none(), 1, address(0));
    }

    function trap(uint256 price) private view returns (Order memory order) {
        order = unminted(single, 1);
        order.key.sellAsset = item(address(hostile), 7, 5);
        (order.key.owner, order.key.salt, order.buying) = (eve, saltOf(99), price);
    }

    /// @dev Bob buys what the hostile collection mints; what is owed to others is covered, then and in between.
    function spring(bytes memory call, uint256 value) private {
        uint256 fees = address(exchange).balance - exchange.totalClaimable();
        uint256 owed = exchange.totalClaimable();
        hostile.reenter(call, value);
        Order memory order = trap(4.9 ether);
        Sig memory sig = makerSig(EVE_KEY, order);
        uint256 had = eve.balance;
        vm.prank(bob);
        exchange.exchange{value: due(4.9 ether, FEE)}(order, sig, FEE, none(), 1, address(0), "");
        vm.assertEq(hostile.tries(), 1, "tried");
        vm.assertEq(hostile.ownerOf(7), bob, "delivered");
        vm.assertGe(hostile.balanceSeen(), hostile.claimableSeen() + due(4.9 ether, FEE), "covered in between");
        vm.assertEq(eve.balance - had, 4.7775 ether, "the seller has what the buyer paid");
        vm.assertEq(exchange.totalClaimable(), owed, "credits");
        vm.assertEq(address(exchange).balance, owed + fees + 0.245 ether, "covered, and the fees of this fill");
        victim.set(Mood.Calm);
        exchange.claim(address(victim), address(victim));
        exchange.withdraw();
        vm.assertEq(address(exchange).balance, 0, "all can leave");
    }

    function shut(bytes memory call, uint256 value) private {
        spring(call, value);
        vm.assertTrue(!hostile.entered(), "shut");
        vm.assertEq(bytes32(hostile.why()), bytes32(IPayouts.PayoutReentered.selector), "by the guard");
    }

    /// [F-1]
    function test_F1_WhenTheMintWithdraws() public {
        shut(abi.encodeCall(IPayouts.withdraw, ()), 0);
        vm.assertEq(pay.balanceOf(treasury), 0, "nothing else moved");
    }

    /// [F-1]
    function test_F1_WhenTheMintClaims() public {
        shut(abi.encodeCall(IPayouts.claim, (address(victim), address(victim))), 0);
    }

    /// [F-1]
    function test_F1_WhenTheMintWithdrawsTokens() public {
        shut(abi.encodeCall(IExchangeForms.withdrawTokens, (address(pay))), 0);
        vm.assertEq(pay.balanceOf(address(exchange)), 5, "still here");
    }

    /// [F-1]
    function test_F1_WhenTheMintBuys() public {
        Order memory other = aSale();
        shut(
            abi.encodeCall(IExchangeBySig.exchange, (other, makerSig(ALICE_KEY, other), FEE, none(), 1, eve)), due(PRICE, FEE)
        );
        vm.assertEq(nft.ownerOf(1), alice, "unsold");
    }

    /// [F-1]
    function test_F1_WhenTheMintBuysByBytes() public {
        Order memory other = aSale();
        Sig memory sig = makerSig(ALICE_KEY, other);
        bytes memory joined = abi.encodePacked(sig.r, sig.s, sig.v);
        shut(abi.encodeCall(IExchangeByBytes.exchange, (other, joined, FEE, none(), 1, eve)), due(PRICE, FEE));
    }

    /// [F-1]
    function test_F1_WhenTheMintMintsAgain() public {
        Order memory honest = unminted(single, 1);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        Sig memory sig = makerSig(ALICE_KEY, honest);
        shut(
            abi.encodeCall(IExchangeWithVoucher.exchange, (honest, sig, FEE, none(), 1, eve, voucher)), due(PRICE, FEE)
        );
        vm.assertEq(single.totalSupply(), 0, "nothing is minted");
    }

    /// [F-1]
    function test_F1_WhenTheMintSweeps() public {
        Fill[] memory list = new Fill[](1);
        list[0] = Fill(aSale(), makerSig(ALICE_KEY, aSale()), FEE, none(), 1);
        shut(abi.encodeCall(IExchangeForms.sweep, (list, eve, 1)), due(PRICE, FEE));
    }

    /// [F-1]
    function test_F1_WhenTheMintAcceptsABid() public {
        royal.give(address(hostile), 50);
        Order memory bid = aBid(address(royal));
        bid.key.buyAsset.tokenId = 50;
        Sig memory sig = makerSig(BOB_KEY, bid);
        shut(abi.encodeCall(IAcceptBySig.acceptBid, (bid, sig, FEE, none(), PRICE, eve, 0)), 0);
    }

    /// [F-1] What neither pays nor moves is open: it ends orders of the collection itself alone.
    function test_F1_WhenTheMintCancels() public {
        uint256[] memory words = new uint256[](1);
        uint256[] memory masks = new uint256[](1);
        masks[0] = type(uint256).max;
        spring(abi.encodeCall(IExchangeForms.cancelMany, (words, masks)), 0);
        vm.assertTrue(hostile.entered(), "open");
        vm.assertTrue(exchange.isSpent(address(hostile), saltOf(5)), "its own");
        vm.assertTrue(!exchange.isSpent(alice, saltOf(5)), "no others");
    }

    /// [F-1] A mint within a sweep: type 5 needs its own form, so the collection never runs there.
    function test_F1_WhenTheMintIsSwept() public {
        hostile.reenter(abi.encodeCall(IPayouts.withdraw, ()), 0);
        Fill[] memory list = new Fill[](2);
        Order memory order = trap(PRICE);
        list[0] = Fill(order, makerSig(EVE_KEY, order), FEE, none(), 1);
        list[1] = Fill(aSale(), makerSig(ALICE_KEY, aSale()), FEE, none(), 1);
        vm.prank(bob);
        bool[] memory done = exchange.sweep{value: 3 ether}(list, address(0), 1);
        vm.assertTrue(!done[0] && done[1], "the honest one");
        vm.assertEq(hostile.tries(), 0, "not run");
    }

    /// [F-1] The guard closes behind a mint that fails, too: the next transaction of the block is free.
    function test_F1_LeavesNoLockBehindAFailedMint() public {
        Order memory order = unminted(single, 1);
        order.key.sellAsset.token = address(nft);
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        try exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0), "") {
            vm.assertTrue(false, "no minting collection");
        } catch {}
        buy(aSale(), 1);
    }
}
