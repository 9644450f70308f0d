// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {OldERC20} from "../../base/Tokens.sol";

contract BoxBondTest is BoxBase {
    function unbonded(Asset memory money) private returns (bytes32 id) {
        BoxOrder memory order = aBox(money);
        if (money.assetType == 2) order.buying = 30;
        vm.prank(alice);
        id = box.register(order, anchor(), CHAIN, PRICE);
    }

    function withdrawReverts(address account, bytes32 id, uint256 amount, bytes memory why) private {
        vm.expectRevert(why);
        vm.prank(account);
        box.withdrawBond(id, amount);
    }

    function test_WhenAnybodyDepositsCoin() public {
        bytes32 id = unbonded(coin());
        vm.expectEmit(address(box));
        emit IBlindBox.BondDeposited(id, eve, 3 ether);
        vm.prank(eve);
        box.depositBond{value: 3 ether}(id, 3 ether);
        vm.assertEq(box.boxOf(id).bond, 3 ether, "as written");
        vm.assertEq(address(box).balance, 3 ether, "here");
        openAs(bob, id, 3);
    }

    function test_WhenAnybodyDepositsAToken() public {
        bytes32 id = unbonded(token());
        vm.prank(eve);
        box.depositBond(id, 3 ether);
        vm.assertEq(box.boxOf(id).bond, 3 ether, "as written");
        vm.assertEq(pay.balanceOf(address(box)), 3 ether, "here");
        vm.assertEq(pay.balanceOf(eve), 997 ether, "hers");
    }

    function test_WhenTicketsPay() public {
        bytes32 id = unbonded(ticket());
        bonded(id, 2 ether);
        vm.assertEq(address(box).balance, 2 ether, "in coin");
        openAs(bob, id, 2);
        withdrawReverts(alice, id, 1, abi.encodeWithSelector(IBlindBox.BoxBondShort.selector, 2 ether, 2 ether + 1));
    }

    function test_RevertWhen_TheAmountIsNone() public {
        bytes32 id = unbonded(coin());
        uint256 above = uint256(type(uint120).max) + 1;
        vm.deal(eve, above);
        vm.startPrank(eve);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPaymentShort.selector, address(0), 0));
        box.depositBond(id, 0);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPaymentShort.selector, address(0), above));
        box.depositBond{value: above}(id, above);
        vm.stopPrank();
        withdrawReverts(alice, id, 0, abi.encodeWithSelector(IBlindBox.BoxPaymentShort.selector, address(0), 0));
    }

    function test_RevertWhen_TheValueIsAnother() public {
        bytes32 id = unbonded(coin());
        vm.prank(eve);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxValueWrong.selector, 1, 2));
        box.depositBond{value: 1}(id, 2);
        id = unbonded(token());
        vm.prank(eve);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxValueWrong.selector, 1, 0));
        box.depositBond{value: 1}(id, 1);
    }

    function test_RevertWhen_TheSeriesIsUnknown() public {
        bytes memory why = abi.encodeWithSelector(IBlindBox.BoxUnknown.selector, bytes32("none"));
        vm.expectRevert(why);
        box.depositBond{value: 1}("none", 1);
        withdrawReverts(alice, "none", 1, why);
    }

    function test_WhenTheOwnerWithdraws() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 3);
        withdrawReverts(alice, id, 7 ether + 1, abi.encodeWithSelector(IBlindBox.BoxBondShort.selector, 10 ether, 10 ether + 1));
        vm.expectEmit(address(box));
        emit IBlindBox.BondWithdrawn(id, alice, 7 ether);
        vm.prank(alice);
        box.withdrawBond(id, 7 ether);
        vm.assertEq(alice.balance, 997 ether, "the owner's again");
        vm.assertEq(box.boxOf(id).bond, 3 ether, "what is waited for stays");
        mine(2);
        reveal(id, 0);
        vm.prank(alice);
        box.withdrawBond(id, 3 ether);
        vm.assertEq(box.boxOf(id).bond, 0, "all of it");
    }

    function test_WhenTheOwnerCanNotTakeIt() public {
        HostilePayee owner = new HostilePayee();
        multi.give(address(owner), 7, 6);
        vm.prank(operator);
        prizes.setServed(address(owner), true);
        owner.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        BoxOrder memory order = aBox(coin());
        order.key.owner = address(owner);
        owner.act(address(box), abi.encodeCall(box.register, (order, anchor(), CHAIN, PRICE)));
        bytes32 id = box.hashBox(order);
        bonded(id, 2 ether);
        owner.set(Mood.Refuse);
        owner.act(address(box), abi.encodeCall(box.withdrawBond, (id, 2 ether)));
        vm.assertEq(box.claimable(address(owner)), 2 ether, "waits");
        vm.assertEq(box.boxOf(id).bond, 0, "withdrawn");
    }

    function test_WhenTheTokenBlocksTheOwner() public {
        OldERC20 old = new OldERC20();
        old.give(alice, 2 ether);
        vm.prank(alice);
        old.approve(address(proxy), 2 ether);
        bytes32 id = unbonded(Asset(address(old), 0, 1));
        bonded(id, 2 ether);
        old.setBlocked(alice);
        vm.prank(alice);
        box.withdrawBond(id, 2 ether);
        vm.assertEq(box.claimableTokens(address(old), alice), 2 ether, "waits");
    }

    function test_RevertWhen_AnybodyElseWithdraws() public {
        bytes32 id = registered(aBox(coin()));
        withdrawReverts(bob, id, 1, abi.encodeWithSelector(IBlindBox.BoxCallerNotOwner.selector, bob, alice));
    }
}
