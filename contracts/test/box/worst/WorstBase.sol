// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {Burner, BurningERC20} from "./Burners.sol";

/// @notice Series of a seller and a buyer that burn all the gas they get.
abstract contract WorstBase is BoxBase {
    uint256 internal constant CHEAP = 1 gwei;

    Burner internal buyer;
    Burner internal seller;
    BurningERC20 internal burning;

    function setUp() public virtual override {
        super.setUp();
        (buyer, seller, burning) = (new Burner(), new Burner(), new BurningERC20());
        seller.setCalm(true);
        string[] memory uris = new string[](98);
        for (uint256 i; i < 98; ++i) {
            uris[i] = "/ipfs/A";
        }
        vm.startPrank(operator);
        prizes.addKinds(uris);
        prizes.setServed(address(seller), true);
        vm.stopPrank();
        vm.deal(address(this), 1000 ether);
        burning.give(address(buyer), 1 ether);
        burning.give(address(seller), 1 ether);
        seller.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        seller.act(address(burning), abi.encodeCall(burning.approve, (address(proxy), 1 ether)));
        buyer.act(address(burning), abi.encodeCall(burning.approve, (address(proxy), 1 ether)));
    }

    /// @dev `kinds` of `copies` each, `opening` to a box, of which the seller's prizes are minted or held.
    function series(uint256 kinds, uint256 copies, uint256 opening, bool minted, Asset memory money)
        internal
        returns (BoxOrder memory order)
    {
        order = aBox(money);
        (order.key.owner, order.opening) = (address(seller), opening);
        (order.key.sellAssets, order.assetAmounts, order.uris) = (new Asset[](kinds), new uint256[](kinds), new string[](kinds));
        for (uint256 i; i < kinds; ++i) {
            order.key.sellAssets[i] = minted ? Asset(address(prizes), i + 1, 5) : Asset(address(multi), 1000 + i, 2);
            order.assetAmounts[i] = copies;
            if (minted) order.uris[i] = i == 1 ? "/ipfs/B" : "/ipfs/A";
            else multi.give(address(seller), 1000 + i, copies);
        }
        order.buying = kinds * copies / opening * CHEAP;
    }

    function registeredBySeller(BoxOrder memory order) internal returns (bytes32 id) {
        seller.setCalm(true);
        id = box.hashBox(order);
        seller.act(address(box), abi.encodeCall(box.register, (order, anchor(), CHAIN, CHEAP)));
        uint256 value = order.key.buyAsset.assetType == 1 ? 0 : 100 * CHEAP;
        seller.act{value: value}(address(box), abi.encodeCall(box.depositBond, (id, 100 * CHEAP)));
    }

    function openedByBuyer(BoxOrder memory order, bytes32 id, uint256 boxes) internal {
        uint256 due = boxes * CHEAP;
        due += due * FEE / 10_000;
        bool isCoin = order.key.buyAsset.assetType == 0;
        buyer.act{value: isCoin ? due : 0}(address(box), abi.encodeWithSignature("open(bytes32,uint256)", id, boxes));
        seller.setCalm(false);
        burning.burnFrom(isCoin ? address(0) : address(box));
    }
}
