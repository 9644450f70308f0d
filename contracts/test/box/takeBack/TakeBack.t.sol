// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {HostilePayee} from "../../base/Hostile.sol";

contract BoxTakeBackTest is BoxBase {
    function takeBackReverts(address account, bytes32 id, bytes memory why) private {
        vm.expectRevert(why);
        vm.prank(account);
        box.takeBack(id, new uint256[](1));
    }

    function test_RevertGiven_ItHasNotEnded() public {
        bytes32 id = registered(aBox(coin()));
        vm.warp(END - 1);
        takeBackReverts(alice, id, abi.encodeWithSelector(IBlindBox.BoxNotEnded.selector, END));
    }

    function test_RevertGiven_ARequestWaits() public {
        bytes32 id = registered(aBox(coin()));
        vm.warp(END - 1);
        openAs(bob, id, 1);
        vm.warp(END);
        takeBackReverts(alice, id, abi.encodeWithSelector(IBlindBox.BoxPending.selector, 1));
    }

    function test_RevertWhen_AnybodyElseCalls() public {
        bytes32 id = registered(aBox(coin()));
        vm.warp(END);
        takeBackReverts(bob, id, abi.encodeWithSelector(IBlindBox.BoxCallerNotOwner.selector, bob, alice));
        takeBackReverts(alice, "none", abi.encodeWithSelector(IBlindBox.BoxUnknown.selector, bytes32("none")));
    }

    function test_WhenTheOwnerCalls() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 3);
        uint256 left = box.leftOf(id)[0];
        vm.warp(END);
        uint256[] memory kinds = new uint256[](4);
        kinds[3] = 1;
        vm.expectEmit(address(box));
        emit IBlindBox.PrizesTakenBack(id, 0, left);
        vm.prank(alice);
        box.takeBack(id, kinds);
        vm.assertEq(multi.balanceOf(alice, 7), 994 + left, "once");
        vm.assertEq(multi.balanceOf(address(box), 7), 0, "none here");
        vm.assertEq(box.leftOf(id)[0] + box.leftOf(id)[1], 0, "written off");
        vm.assertEq(box.leftOf(id)[2] + prizes.minted(2), 5, "of another kind, as it was");
    }

    function test_GivenPrizesWaitForWinners() public {
        bytes32 id = registered(aBox(coin()));
        HostilePayee winner = new HostilePayee();
        winner.refuseItems();
        winner.act{value: 5 * DUE}(address(box), abi.encodeWithSignature("open(bytes32,uint256)", id, 5));
        mine(2);
        reveal(id, 0);
        uint256 waits = box.kept(id, address(winner), 0);
        vm.warp(END);
        vm.prank(alice);
        box.takeBack(id, new uint256[](1));
        vm.assertTrue(waits != 0 && multi.balanceOf(address(box), 7) == waits, "stay");
        winner.act(address(box), abi.encodeCall(box.collect, (id, 0, waits, address(winner), carol)));
        vm.assertEq(multi.balanceOf(carol, 7), waits, "the winner's");
    }

    function test_RevertWhen_TheOwnerCanNotTakeIt() public {
        HostilePayee owner = new HostilePayee();
        multi.give(address(owner), 7, 6);
        vm.prank(operator);
        prizes.setServed(address(owner), true);
        owner.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        BoxOrder memory order = aBox(coin());
        order.key.owner = address(owner);
        owner.act(address(box), abi.encodeCall(box.register, (order, anchor(), CHAIN, PRICE)));
        bytes32 id = box.hashBox(order);
        owner.refuseItems();
        vm.warp(END);
        takeBackReverts(address(owner), id, abi.encodeWithSelector(IBlindBox.BoxDeliveryRefused.selector, owner, 0));
        vm.assertEq(box.leftOf(id)[0], 6, "as it was");
    }

    function test_WhenTheyAreOfAnERC721() public {
        Asset[] memory kinds = new Asset[](2);
        (kinds[0], kinds[1]) = (Asset(address(nft), 1, 3), Asset(address(nft), 2, 4));
        bytes32 id = registered(single(coin(), kinds));
        vm.warp(END);
        uint256[] memory both = new uint256[](2);
        both[1] = 1;
        vm.prank(alice);
        box.takeBack(id, both);
        vm.assertEq(nft.ownerOf(1), alice, "ERC721");
        vm.assertEq(nft.ownerOf(2), alice, "the old way");
    }
}
