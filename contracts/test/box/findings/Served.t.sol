// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IPrizeCollection} from "../../../src/box/IPrizeCollection.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase, IBalance} from "../../base/BoxBase.sol";

/// @notice [F-2] Whose series may mint the kinds of a prize collection.
contract ServedTest is BoxBase {
    /// @dev A thousand items of the second kind for 10 wei, with a seller fee that is allowed.
    function minting(address owner) private view returns (BoxOrder memory order) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(prizes), 2, 5);
        order = single(coin(), kinds);
        (order.key.owner, order.opening, order.repeat, order.buying) = (owner, 100, true, 10);
        (order.assetAmounts[0], order.uris[0]) = (1000, "/ipfs/B");
    }

    function registerAs(BoxOrder memory order) private returns (bytes32) {
        vm.prank(order.key.owner);
        return box.register(order, anchor(), CHAIN, 1);
    }

    function refused(BoxOrder memory order, uint256 kind) private {
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPrizeInvalid.selector, kind));
        vm.prank(order.key.owner);
        box.register(order, anchor(), CHAIN, PRICE);
        vm.assertEq(box.boxOf(box.hashBox(order)).owner, address(0), "no series");
        vm.assertEq(prizes.minted(1) + prizes.minted(2), 0, "nothing minted");
    }

    function serve(address account, bool isServed) private {
        vm.prank(operator);
        prizes.setServed(account, isServed);
    }

    /// [F-2]
    function test_F2_RevertWhen_AnotherAccountNamesTheKinds() public {
        refused(minting(eve), 0);
        refused(minting(bob), 0);
    }

    /// [F-2]
    function test_F2_RevertWhen_TheKindIsOneOfSeveral() public {
        Asset[] memory kinds = new Asset[](2);
        (kinds[0], kinds[1]) = (Asset(address(multi), 9, 2), Asset(address(prizes), 1, 5));
        BoxOrder memory order = single(coin(), kinds);
        (order.key.owner, order.uris[1]) = (eve, "/ipfs/A");
        refused(order, 1);
        vm.assertEq(multi.balanceOf(eve, 9), 1000, "its deposit came back");
    }

    /// [F-2]
    function test_F2_RevertWhen_TheMoneyIsAToken() public {
        BoxOrder memory order = minting(eve);
        order.key.buyAsset = token();
        refused(order, 0);
    }

    /// [F-2]
    function test_F2_RevertWhen_TheMoneyIsATicket() public {
        BoxOrder memory order = minting(eve);
        order.key.buyAsset = ticket();
        refused(order, 0);
    }

    /// [F-2]
    function test_F2_RevertWhen_TheOwnerOfTheBlindBoxesIsNotServed() public {
        vm.prank(operator);
        IOwned(address(prizes)).transferOwnership(carol);
        vm.prank(carol);
        IOwned(address(prizes)).acceptOwnership();
        refused(minting(operator), 0);
    }

    /// [F-2]
    function test_F2_RevertWhen_TheBeneficiaryIsNotServed() public {
        refused(minting(treasury), 0);
    }

    /// [F-2]
    function test_F2_RevertGiven_TheAccountIsServedNoMore() public {
        serve(eve, true);
        serve(eve, false);
        refused(minting(eve), 0);
    }

    /// [F-2]
    function test_F2_RevertGiven_AnotherAccountIsServed() public {
        serve(bob, true);
        refused(minting(eve), 0);
    }

    /// [F-2]
    function test_F2_RevertGiven_AnotherCollectionServesIt() public {
        address theirs = vm.deployCode("contracts/artifacts/PrizeCollection.json", abi.encode("P", "P", box, "", "", eve));
        vm.prank(eve);
        IPrizeCollection(theirs).setServed(eve, true);
        refused(minting(eve), 0);
    }

    /// [F-2]
    function test_F2_RevertGiven_TheCollectionSaysNothing() public {
        BoxOrder memory order = minting(alice);
        order.key.sellAssets[0].token = address(new FirstEditionPrizes(address(box)));
        vm.expectRevert();
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, 1);
        vm.assertEq(box.boxOf(box.hashBox(order)).owner, address(0), "no series");
    }

    /// [F-2]
    function test_F2_RevertWhen_AnotherAccountSetsWhoIsServed() public {
        address[3] memory others = [alice, eve, address(box)];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", others[i]));
            vm.prank(others[i]);
            prizes.setServed(eve, true);
        }
        vm.assertTrue(!prizes.serves(eve), "not served");
    }

    /// [F-2]
    function test_F2_RevertWhen_AServedAccountNamesKinds() public {
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", alice));
        vm.prank(alice);
        prizes.addKinds(new string[](1));
    }

    /// [F-2]
    function test_F2_RevertWhen_AServedAccountMints() public {
        vm.expectRevert(abi.encodeWithSelector(IPrizeCollection.PrizeCallerNotBlindBox.selector, alice));
        vm.prank(alice);
        prizes.mintPrize(alice, 1);
    }

    /// [F-2]
    function test_F2_WhenTheOwnerServesAnAccount() public {
        vm.expectEmit(address(prizes));
        emit IPrizeCollection.ServedChanged(eve, true);
        serve(eve, true);
        vm.assertTrue(prizes.serves(eve), "served");
        bytes32 id = registerAs(minting(eve));
        vm.assertEq(box.boxOf(id).owner, eve, "registered");
    }

    /// [F-2]
    function test_F2_WhenTheOwnerItselfRegisters() public {
        serve(operator, false);
        vm.assertTrue(prizes.serves(operator), "always");
        vm.assertEq(box.boxOf(registerAs(minting(operator))).owner, operator, "registered");
    }

    /// [F-2] Its buyers keep what they paid for.
    function test_F2_GivenItsSeriesIsRegistered() public {
        bytes32 id = registered(aBox(coin()));
        serve(alice, false);
        drawn(bob, id, 10);
        vm.assertEq(IBalance(address(prizes)).balanceOf(bob), 14, "minted");
        BoxOrder memory order = aBox(coin());
        order.key.salt = 2;
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPrizeInvalid.selector, 1));
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, PRICE);
    }
}

interface IOwned {
    function transferOwnership(address owner) external;
    function acceptOwnership() external;
}

/// @notice A prize collection as it was before `serves`.
contract FirstEditionPrizes {
    address public immutable blindBox;

    constructor(address blindBox_) {
        blindBox = blindBox_;
    }

    function kindURI(uint256) external pure returns (string memory) {
        return "/ipfs/B";
    }
}
