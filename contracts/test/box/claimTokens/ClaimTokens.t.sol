// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {OldERC20} from "../../base/Tokens.sol";

/// @notice Refuses the accounts that a test names, and calls back when it moves.
contract MoodyToken is OldERC20 {
    address private _target;
    bytes private _call;
    bool public entered;
    bytes4 public why;

    function reenter(address target, bytes calldata call_) external {
        (_target, _call) = (target, call_);
    }

    function unblock(address account) external {
        isBlocked[account] = false;
    }

    function transfer(address to, uint256 amount) public override {
        if (_target != address(0)) {
            (bool ok, bytes memory answer) = _target.call(_call);
            (entered, why) = (entered || ok, bytes4(answer));
        }
        super.transfer(to, amount);
    }
}

contract BoxClaimTokensTest is BoxBase {
    MoodyToken private old;
    bytes32 private id;

    /// @dev Every account is blocked: a draw has been paid for, and a refund.
    function setUp() public override {
        super.setUp();
        old = new MoodyToken();
        address[2] memory payers = [alice, bob];
        for (uint256 i; i < 2; ++i) {
            old.give(payers[i], 100 ether);
            vm.prank(payers[i]);
            old.approve(address(proxy), 100 ether);
        }
        id = registered(aBox(Asset(address(old), 0, 1)));
        openAs(bob, id, 1);
        old.setBlocked(alice);
        old.setBlocked(bob);
        old.setBlocked(treasury);
        mine(2);
        reveal(id, 0);
        openAs(bob, id, 1);
        vm.warp(vm.getBlockTimestamp() + 30 minutes);
        box.refund(id);
    }

    function claimReverts(address caller, address account, address to, bytes memory why) private {
        vm.expectRevert(why);
        vm.prank(caller);
        box.claimTokens(address(old), account, to);
    }

    function test_GivenTheTokenBlocks() public {
        vm.assertEq(box.claimableTokens(address(old), alice), 0.975 ether, "owner's");
        vm.assertEq(box.claimableTokens(address(old), treasury), 0.05 ether, "fees");
        vm.assertEq(box.claimableTokens(address(old), bob), DUE + PRICE, "buyer's");
        vm.expectEmit(address(box));
        emit IBlindBox.TokensClaimed(address(old), bob, carol, DUE + PRICE);
        vm.prank(bob);
        box.claimTokens(address(old), bob, carol);
        vm.assertEq(old.balanceOf(carol), DUE + PRICE, "where the account says");
        claimReverts(bob, bob, carol, abi.encodeWithSelector(IPayouts.PayoutNothingDue.selector, bob));
    }

    function test_GivenTheTokenBlocksTwice() public {
        bytes32 withheld = preimage(box.boxOf(id).next - 1);
        vm.prank(alice);
        box.commit(id, withheld, anchor(), CHAIN);
        openAs(bob, id, 1);
        mine(2);
        reveal(id, 0);
        vm.assertEq(box.claimableTokens(address(old), alice), 2 * 0.975 ether, "both draws");
        vm.assertEq(box.claimableTokens(address(old), treasury), 2 * 0.05 ether, "both fees");
    }

    function test_WhenAnybodyPushesIt() public {
        claimReverts(eve, bob, bob, abi.encodeWithSignature("Error(string)", "blocked"));
        vm.assertEq(box.claimableTokens(address(old), bob), DUE + PRICE, "waits still");
        old.unblock(bob);
        vm.prank(eve);
        box.claimTokens(address(old), bob, bob);
        vm.assertEq(old.balanceOf(bob), 100 ether - DUE + PRICE, "the buyer's");
    }

    function test_RevertWhen_AnybodyElseTakesIt() public {
        claimReverts(eve, bob, eve, abi.encodeWithSelector(IPayouts.PayoutCallerNotAccount.selector, eve, bob));
    }

    function test_RevertGiven_NothingWaits() public {
        claimReverts(carol, carol, carol, abi.encodeWithSelector(IPayouts.PayoutNothingDue.selector, carol));
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutNothingDue.selector, bob));
        vm.prank(bob);
        box.claimTokens(address(pay), bob, bob);
    }

    function test_WhenTheTokenCallsBack() public {
        old.reenter(address(box), abi.encodeCall(box.claimTokens, (address(old), treasury, treasury)));
        vm.prank(treasury);
        box.claimTokens(address(old), treasury, carol);
        vm.assertTrue(!old.entered() && old.why() == IPayouts.PayoutReentered.selector, "shut");
        vm.assertEq(old.balanceOf(carol), 0.05 ether, "once");
        vm.assertEq(box.claimableTokens(address(old), treasury), 0, "over");
    }
}
