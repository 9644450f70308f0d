// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder, BoxKey} from "../../src/box/BoxTypes.sol";
import {IFullBlindBox} from "../../src/box/IFullBlindBox.sol";
import {IPrizeCollection} from "../../src/box/IPrizeCollection.sol";
import {Asset} from "../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../src/transfer/ITransferProxy.sol";
import {Test} from "./Test.sol";
import {PlainERC1155, PlainERC20, PlainERC721} from "./PlainTokens.sol";

/// @notice BlindBox, proxy and a collection of prizes as deployed; Alice sells ten boxes of two, Bob and Eve open some.
abstract contract BoxBase is Test {
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant END = START + 7 days;
    uint256 internal constant PRICE = 1 ether;
    uint256 internal constant FEE = 250;
    uint256 internal constant CHAIN = 24;
    bytes32 internal constant SECRET = keccak256("secret");
    /// @dev Of a box in coin or the pay token, with the default fee.
    uint256 internal constant DUE = 1.025 ether;

    IFullBlindBox internal box;
    ITransferProxy internal proxy;
    IPrizeCollection internal prizes;
    PlainERC721 internal nft;
    PlainERC1155 internal multi;
    PlainERC20 internal pay;

    function setUp() public virtual {
        address[] memory signers = new address[](1);
        signers[0] = feeSigner;
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1);
        bytes memory args = abi.encode(operator, predicted, treasury, signers, FEE, FEE);
        box = IFullBlindBox(vm.deployCode("contracts/artifacts/BlindBox.json", args));
        proxy = ITransferProxy(vm.deployCode("contracts/artifacts/TransferProxy.json", abi.encode(address(0), address(0), box, address(0))));
        prizes = IPrizeCollection(
            vm.deployCode("contracts/artifacts/PrizeCollection.json", abi.encode("Prizes", "PRZ", box, "ipfs:/c", "ipfs:/", operator))
        );
        string[] memory uris = new string[](2);
        (uris[0], uris[1]) = ("/ipfs/A", "/ipfs/B");
        vm.startPrank(operator);
        prizes.addKinds(uris);
        prizes.setServed(alice, true);
        vm.stopPrank();
        nft = new PlainERC721();
        multi = new PlainERC1155();
        pay = new PlainERC20();
        multi.give(alice, 7, 1000);
        for (uint256 id = 1; id <= 5; ++id) {
            nft.give(alice, id);
        }
        enter(alice);
        enter(bob);
        enter(eve);
        vm.warp(START);
        vm.roll(100);
    }

    function enter(address account) internal {
        vm.deal(account, 1000 ether);
        pay.give(account, 1000 ether);
        multi.give(account, 9, 1000);
        vm.startPrank(account);
        nft.setApprovalForAll(address(proxy), true);
        multi.setApprovalForAll(address(proxy), true);
        pay.approve(address(proxy), type(uint256).max);
        vm.stopPrank();
    }

    /// @dev Six of an edition and 9 and 5 to be minted, two to a box, without repetition.
    function aBox(Asset memory money) internal view returns (BoxOrder memory order) {
        Asset[] memory kinds = new Asset[](3);
        kinds[0] = Asset(address(multi), 7, 2);
        kinds[1] = Asset(address(prizes), 1, 5);
        kinds[2] = Asset(address(prizes), 2, 5);
        uint256[] memory amounts = new uint256[](3);
        (amounts[0], amounts[1], amounts[2]) = (6, 9, 5);
        string[] memory uris = new string[](3);
        (uris[0], uris[1], uris[2]) = ("", "/ipfs/A", "/ipfs/B");
        order = BoxOrder(BoxKey(alice, 1, kinds, money), 2, false, START, END, 10 * PRICE, amounts, FEE, uris);
    }

    function coin() internal pure returns (Asset memory) {
        return Asset(address(0), 0, 0);
    }

    function token() internal view returns (Asset memory) {
        return Asset(address(pay), 0, 1);
    }

    /// @dev Three tickets for a box.
    function ticket() internal view returns (Asset memory) {
        return Asset(address(multi), 9, 2);
    }

    /// @dev One box for each Asset of `kinds`, one of each.
    function single(Asset memory money, Asset[] memory kinds) internal view returns (BoxOrder memory order) {
        order = aBox(money);
        (order.key.sellAssets, order.opening, order.buying) = (kinds, 1, kinds.length * PRICE);
        order.assetAmounts = new uint256[](kinds.length);
        order.uris = new string[](kinds.length);
        for (uint256 i; i < kinds.length; ++i) {
            order.assetAmounts[i] = 1;
        }
    }

    /// @dev The word for the request with this number.
    function preimage(uint256 number) internal pure returns (bytes32 word) {
        word = SECRET;
        for (uint256 i = number + 1; i < CHAIN; ++i) {
            word = keccak256(abi.encode(word));
        }
    }

    function anchor() internal pure returns (bytes32) {
        return keccak256(abi.encode(preimage(0)));
    }

    /// @dev A bond of `PRICE` for each box, and as much as ten need.
    function registered(BoxOrder memory order) internal returns (bytes32 id) {
        vm.prank(alice);
        id = box.register(order, anchor(), CHAIN, PRICE);
        bonded(id, 10 * PRICE);
    }

    function bonded(bytes32 id, uint256 amount) internal {
        uint256 value = box.boxOf(id).moneyType == 1 ? 0 : amount;
        vm.prank(alice);
        box.depositBond{value: value}(id, amount);
    }

    function openAs(address buyer, bytes32 id, uint256 boxes) internal {
        uint256 value = box.boxOf(id).moneyType == 0 ? boxes * DUE : 0;
        vm.prank(buyer);
        box.open{value: value}(id, boxes);
    }

    function openReverts(address buyer, bytes32 id, uint256 boxes, uint256 value, bytes memory why) internal {
        vm.expectRevert(why);
        vm.prank(buyer);
        box.open{value: value}(id, boxes);
    }

    function mine(uint256 blocks) internal {
        vm.roll(vm.getBlockNumber() + blocks);
        vm.warp(vm.getBlockTimestamp() + blocks * 2);
    }

    function reveal(bytes32 id, uint256 number) internal {
        box.reveal(id, preimage(number));
    }

    function drawn(address buyer, bytes32 id, uint256 boxes) internal {
        openAs(buyer, id, boxes);
        mine(2);
        reveal(id, box.boxOf(id).head);
    }

    /// @dev All that `account` has of aBox's prizes.
    function prizesOf(address account) internal view returns (uint256) {
        return multi.balanceOf(account, 7) + IBalance(address(prizes)).balanceOf(account);
    }
}

interface IBalance {
    function balanceOf(address account) external view returns (uint256);
    function ownerOf(uint256 tokenId) external view returns (address);
    function tokenURI(uint256 tokenId) external view returns (string memory);
}
