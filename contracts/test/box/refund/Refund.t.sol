// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {BoxBase} from "../../base/BoxBase.sol";

contract BoxRefundTest is BoxBase {
    function missed(bytes32 id, uint256 boxes) private {
        openAs(bob, id, boxes);
        mine(2);
        vm.warp(START + 30 minutes);
    }

    function test_WhenPaidInCoin() public {
        bytes32 id = registered(aBox(coin()));
        uint256[] memory left = box.leftOf(id);
        missed(id, 2);
        vm.expectEmit(address(box));
        emit IBlindBox.Refunded(id, 0, bob, 2);
        vm.prank(carol);
        box.refund(id);
        vm.assertEq(bob.balance, 1000 ether + 2 * PRICE, "payment and bond");
        vm.assertEq(address(box).balance, 8 ether, "bond left");
        vm.assertEq(box.boxOf(id).bond, 8 ether, "as written");
        vm.assertEq(box.boxOf(id).left, 10, "stock");
        vm.assertEq(box.boxOf(id).pending, 0, "nothing waits");
        vm.assertTrue(box.boxOf(id).isStopped, "stopped");
        for (uint256 kind; kind < 3; ++kind) {
            vm.assertEq(box.leftOf(id)[kind], left[kind], "kinds");
        }
    }

    function test_WhenPaidInAToken() public {
        bytes32 id = registered(aBox(token()));
        missed(id, 2);
        box.refund(id);
        vm.assertEq(pay.balanceOf(bob), 1000 ether + 2 * PRICE, "payment and bond");
        vm.assertEq(pay.balanceOf(address(box)), 8 ether, "bond left");
    }

    function test_WhenPaidInTickets() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        bytes32 id = registered(order);
        missed(id, 2);
        box.refund(id);
        vm.assertEq(multi.balanceOf(bob, 9), 1000, "tickets");
        vm.assertEq(bob.balance, 1002 ether, "bond in coin");
    }

    /// At the fee that was paid, though the default has changed.
    function test_WhenTheFeeWasAnother() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        uint256 fee = 1000;
        bytes32 digest = box.buyerFeeDigest(id, fee);
        vm.prank(eve);
        box.open{value: 1.1 ether}(order, none(), fee, signed(FEE_KEY, digest), 1, bob);
        vm.warp(START + 30 minutes);
        box.refund(id);
        vm.assertEq(bob.balance, 1002.1 ether, "to the buyer, not the payer");
        vm.assertEq(eve.balance, 998.9 ether, "the payer");
    }

    function test_RevertGiven_ItIsEarly() public {
        bytes32 id = registered(aBox(coin()));
        missed(id, 1);
        vm.warp(START + 30 minutes - 1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxRefundEarly.selector, START + 30 minutes));
        box.refund(id);
        reveal(id, 0);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingPending.selector, id));
        box.refund(id);
    }

    /// Reveal and refund never stand open together, or an account could choose between them.
    function testFuzz_OneOrTheOther(uint256 moment) public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 1);
        vm.roll(102);
        vm.warp(bound(moment, START, START + 2 hours));
        bool late = vm.getBlockTimestamp() >= START + 30 minutes;
        if (late) {
            vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxRevealLate.selector, START + 30 minutes));
            reveal(id, 0);
            box.refund(id);
        } else {
            vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxRefundEarly.selector, START + 30 minutes));
            box.refund(id);
            reveal(id, 0);
        }
    }

    function test_GivenOthersWaitBehind() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 1);
        vm.warp(START + 29 minutes);
        openAs(eve, id, 2);
        vm.roll(110);
        vm.warp(START + 30 minutes);
        box.refund(id);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxStopped.selector, id));
        reveal(id, 1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPending.selector, 2));
        vm.prank(alice);
        box.commit(id, 0, anchor(), CHAIN);
        box.refund(id);
        vm.assertEq(eve.balance, 1002 ether, "hers, too");
    }

    /// No request joins for the sake of the bond.
    function test_RevertGiven_TheOldestWasMissed() public {
        bytes32 id = registered(aBox(coin()));
        missed(id, 1);
        bytes memory why = abi.encodeWithSelector(IBlindBox.BoxStopped.selector, id);
        openReverts(eve, id, 1, DUE, why);
        box.refund(id);
        openReverts(eve, id, 1, DUE, why);
    }
}
